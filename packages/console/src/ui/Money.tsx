import { dollars } from "./dollars.js"

/** An amount. Those of a column align at their points. Null is no limit. */
export const Money = ({ amount, none = "no limit" }: { readonly amount: number | null; readonly none?: string }) => {
  if (amount === null) return <span class="quiet">{none}</span>
  const [whole = "", fraction] = dollars(amount).split(".")
  return (
    <span class={amount === 0 ? "money zero" : "money"}>
      {whole}
      <span class="fraction">{fraction === undefined ? "" : `.${fraction}`}</span>
    </span>
  )
}
