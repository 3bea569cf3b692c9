import { categoryKinds, kindRules } from '#domain/listings/category-kinds.ts';
import { allowedDeliveryTypes } from '#domain/listings/delivery.ts';
import { deliveryTypeNames } from '#domain/listings/delivery-type-names.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { categoryLimits } from '#domain/listings/categories.ts';
import { deliveryDataAsks, deliveryDataLimits } from '#domain/orders/delivery-data.ts';
import { deliveryProofs } from '#domain/orders/delivery-proofs.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import type { CategoryDraft } from './category-form.ts';
import { IconField } from './icon-field.tsx';
import { deliveryDataLabels, inheritedDeliveryText, proofLabels } from './inherited-labels.ts';
import type { InheritedDelivery, InheritedIcon } from './inherited-labels.ts';

export interface CategoryGeneralProps {
  slug: string;
  draft: CategoryDraft;
  errors: FieldErrors;
  readOnly: boolean;
  /** What applies where the category chooses nothing: «7 dias, a regra geral», «Só texto», «Opcional». */
  inherited: {
    delay: string;
    kind: string;
    delivery: InheritedDelivery;
    icon: InheritedIcon;
    proof: string;
    data: string;
  };
  onChange: (draft: CategoryDraft) => void;
}

/** Name, icon, warranty, release delay, proof, risk and the text for sellers. */
export function CategoryGeneral(props: CategoryGeneralProps) {
  const { draft, errors, readOnly, inherited, onChange } = props;
  const { min, max } = categoryLimits.warrantyDays;
  const delayLimits = categoryLimits.holdDays;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <NameAndIcon {...props} />
      <Field
        label="Garantia"
        error={errors.warrantyDays}
        hint={`De ${min} a ${max} dias depois da entrega, quando quem comprou ainda pode reclamar.`}
      >
        <TextInput
          inputMode="numeric"
          value={String(draft.warrantyDays)}
          readOnly={readOnly}
          trailing={<span className="text-sm text-ink-3">dias</span>}
          onChange={({ target }) => onChange({ ...draft, warrantyDays: daysOf(target.value) ?? 0 })}
        />
      </Field>
      <Field
        label="Retenção própria"
        optional
        error={errors.holdDays}
        hint={`Por quanto tempo o valor de cada venda espera depois da entrega, de ${delayLimits.min} a ${delayLimits.max} dias. Vazio, valem ${inherited.delay}. Pedidos já feitos não mudam.`}
      >
        <TextInput
          inputMode="numeric"
          value={draft.holdDays === null ? '' : String(draft.holdDays)}
          readOnly={readOnly}
          trailing={<span className="text-sm text-ink-3">dias</span>}
          onChange={({ target }) => onChange({ ...draft, holdDays: daysOf(target.value) })}
        />
      </Field>
      <KindField {...{ draft, readOnly, inherited, onChange }} error={errors.kind} />
      <DeliveryTypesField {...{ draft, readOnly, inherited, onChange }} error={errors.deliveryTypes} />
      <Field
        label="Prova da entrega manual"
        error={errors.deliveryProof}
        hint="O que quem vende envia para marcar como entregue, além do texto. Pedidos já feitos não mudam."
      >
        <Select
          value={draft.deliveryProof ?? ''}
          disabled={readOnly}
          options={[
            { value: '', label: `Sem escolha própria: ${inherited.proof}` },
            ...deliveryProofs.map((proof) => ({ value: proof, label: proofLabels[proof] })),
          ]}
          onValueChange={(value) =>
            onChange({ ...draft, deliveryProof: deliveryProofs.find((proof) => proof === value) ?? null })
          }
        />
      </Field>
      <Field
        label="Dados para a entrega manual"
        error={errors.deliveryData}
        hint="Quem compra escreve onde e como receber, e quem vende lê quando inicia a entrega. Pedidos já feitos não mudam."
      >
        <Select
          value={draft.deliveryData ?? ''}
          disabled={readOnly}
          options={[
            { value: '', label: `Sem escolha própria: ${inherited.data}` },
            ...deliveryDataAsks.map((asks) => ({ value: asks, label: deliveryDataLabels[asks] })),
          ]}
          onValueChange={(value) =>
            onChange({ ...draft, deliveryData: deliveryDataAsks.find((asks) => asks === value) ?? null })
          }
        />
      </Field>
      {(draft.deliveryData === 'optional' || draft.deliveryData === 'required') && (
        <Field
          label="Exemplo para quem compra"
          optional
          error={errors.deliveryDataHint}
          hint="Aparece abaixo do campo na compra: «Seu usuário no jogo e o servidor»."
        >
          <TextInput
            value={draft.deliveryDataHint}
            readOnly={readOnly}
            maxLength={deliveryDataLimits.hint}
            onChange={({ target }) => onChange({ ...draft, deliveryDataHint: target.value })}
          />
        </Field>
      )}
      <Field
        label="Regras para quem vende"
        optional
        error={errors.rulesText}
        hint="Aparecem no anúncio novo, antes das fotos."
      >
        <Textarea
          value={draft.rulesText}
          readOnly={readOnly}
          limit={2_000}
          onChange={({ target }) => onChange({ ...draft, rulesText: target.value })}
        />
      </Field>
      <div>
        <Checkbox
          checked={draft.risky}
          disabled={readOnly}
          hint="Só administradores decidem a revisão final, e todo anúncio passa por ela."
          onCheckedChange={(risky) => onChange({ ...draft, risky })}
        >
          Categoria de risco
        </Checkbox>
        <Checkbox
          checked={draft.randomContent}
          disabled={readOnly}
          hint="Caixas-surpresa e tudo que é sorteado depois da compra. Vale também para as subcategorias, e só maiores de 18 anos compram."
          onCheckedChange={(randomContent) => onChange({ ...draft, randomContent })}
        >
          Conteúdo aleatório
        </Checkbox>
        <Checkbox
          checked={draft.active}
          disabled={readOnly}
          hint="Uma categoria inativa some do site e não recebe anúncios."
          onCheckedChange={(active) => onChange({ ...draft, active })}
        >
          Ativa
        </Checkbox>
      </div>
    </div>
  );
}

function NameAndIcon({ slug, draft, errors, readOnly, inherited, onChange }: CategoryGeneralProps) {
  return (
    <>
      <Field label="Nome" error={errors.name}>
        <TextInput
          value={draft.name}
          readOnly={readOnly}
          maxLength={60}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
      </Field>
      <IconField
        {...{ slug, readOnly }}
        value={draft.icon}
        inherited={inherited.icon}
        error={errors.icon}
        onChange={(icon) => onChange({ ...draft, icon })}
      />
    </>
  );
}

type KindFieldProps = Pick<CategoryGeneralProps, 'draft' | 'readOnly' | 'inherited' | 'onChange'>;

function KindField({
  draft,
  readOnly,
  inherited,
  error,
  onChange,
}: KindFieldProps & { error?: string | undefined }) {
  return (
    <Field
      label="O que é vendido"
      error={error}
      hint="Decide as formas de entrega, os prazos que se pode prometer e os motivos de reclamação. Pedidos já feitos não mudam."
    >
      <Select
        value={draft.kind ?? ''}
        disabled={readOnly}
        options={[
          { value: '', label: `Sem escolha própria: ${inherited.kind}` },
          ...categoryKinds.map((kind) => ({ value: kind, label: kindRules[kind].name })),
        ]}
        onValueChange={(value) =>
          onChange({ ...draft, kind: categoryKinds.find((kind) => kind === value) ?? null })
        }
      />
    </Field>
  );
}

/** The delivery types that the category allows, out of those of its kind; none ticked is no choice of its own (S01). */
function DeliveryTypesField({
  draft,
  readOnly,
  inherited,
  error,
  onChange,
}: KindFieldProps & { error?: string | undefined }) {
  const kind = draft.kind ?? inherited.delivery.kind;
  const chosen = draft.deliveryTypes ?? [];
  return (
    <FieldSet
      label="Formas de entrega"
      error={error}
      hint={`Sem nenhuma marcada, valem as de sempre: ${inheritedDeliveryText(inherited.delivery, kind)}. Anúncios já publicados não mudam.`}
    >
      {allowedDeliveryTypes(kind, null).map((type) => (
        <Checkbox
          key={type}
          checked={chosen.includes(type)}
          disabled={readOnly}
          onCheckedChange={(checked) => {
            const types = deliveryTypes.filter((each) => (each === type ? checked : chosen.includes(each)));
            onChange({ ...draft, deliveryTypes: types.length > 0 ? types : null });
          }}
        >
          {deliveryTypeNames[type]}
        </Checkbox>
      ))}
    </FieldSet>
  );
}

/** Days from the digits of the text; null when empty. */
function daysOf(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, 3);
  return digits === '' ? null : Number(digits);
}
