/** What to agree on for a handover in person, and how to do it safely (S12). */
export function PickupAdvice({ city, seller }: { city: string | null; seller: string }) {
  return (
    <div className="rounded-lg bg-surface-2 p-4 text-sm text-ink-2">
      <p className="text-ui font-semibold text-ink">{city ? `Retirada em ${city}` : 'Retirada em mãos'}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-ink-3">
        <li>Depois do pagamento, você e @{seller} combinam dia, hora e lugar na conversa do pedido.</li>
        <li>Combine em lugar movimentado e de dia: um shopping, uma estação, a recepção de um prédio.</li>
        <li>
          O código de 6 números só aparece depois do pagamento. Confira o produto antes de dizer o código.
        </li>
      </ul>
    </div>
  );
}
