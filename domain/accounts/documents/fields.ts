import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';
import type { DocumentNeed } from './rules.ts';

const { toggle } = fieldsOfGroup('levels');

const days = (path: string, label: string, max: number): SettingField => ({
  path,
  group: 'levels',
  label,
  unit: 'days',
  min: 1,
  max,
});

/** The settings of documents (§4.14), in display order. */
export const documentFields: readonly SettingField[] = [
  {
    path: 'documents.neededFrom',
    group: 'levels',
    label: 'Documento conferido é pedido',
    unit: 'choice',
    choices: [
      { value: 'none', label: 'Em nenhum nível' },
      { value: 'N3', label: 'No nível 3' },
      { value: 'N2', label: 'Nos níveis 2 e 3' },
    ] satisfies { value: DocumentNeed; label: string }[],
  },
  toggle('documents.selfie', 'Documento vem com uma selfie'),
  days('documents.validDays', 'Documento conferido vale por até', 3_650),
  days('documents.filesDays', 'Fotos do documento são apagadas depois de', 365),
  toggle('documents.providerApproves', 'Nível 2: aprovar quando o provedor confirma tudo', {
    help: 'Sem isso, a resposta do provedor só ajuda a equipe a decidir.',
  }),
];
