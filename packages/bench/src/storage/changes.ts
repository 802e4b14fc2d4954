import * as Core from "@tollgate/core"

const COUNT = 1_000

/** Changes to a key, made in advance, so that no contender pays for making them. */
const changes = Array.from({ length: COUNT }, (_, n) => ({
  name: `name ${n}`,
  limit: Core.Usd.Usd.make(BigInt(n) * 1_000_000n)
}))

/** The nth change. */
export const changeOf = (n: number): { readonly name: string; readonly limit: Core.Usd.Usd } => {
  const change = changes[n % COUNT]
  if (change === undefined) throw new RangeError(`${n} is not the number of a change`)
  return change
}

/** Throws if an act had no effect, so that only acts that work are measured. */
export const insist = (isTrue: boolean): void => {
  if (!isTrue) throw new Error("The act had no effect")
}
