/** An amount in USD as the command line prints it: an exact decimal, `$0.75`. */
export const dollars = (amount: number): string => {
  const text = String(Math.abs(amount))
  const decimal = text.includes("e")
    ? Math.abs(amount)
        .toFixed(9)
        .replace(/\.?0+$/, "")
    : text
  return `${amount < 0 ? "-" : ""}$${decimal}`
}

/** An amount. Those of a column align at their points. Null is no limit. */
export const Money = ({ amount, none = "no limit" }: { readonly amount: number | null; readonly none?: string }) => {
  if (amount === null) return <span class="quiet">{none}</span>
  const [whole = "", fraction] = dollars(amount).split(".")
  return (
    <span class="money">
      {whole}
      <span class="fraction">{fraction === undefined ? "" : `.${fraction}`}</span>
    </span>
  )
}
