// This file imports nothing: the client is made from it.

/** What errors of all packages and copies have, so that `instanceof` knows them. */
const BRAND = Symbol.for("@tollgate/Refusal")

const isTagged = (value: unknown, tag: string): boolean =>
  typeof value === "object" && value !== null && BRAND in value && "_tag" in value && value._tag === tag

/**
 * Makes the errors of a tag instances of a class, whichever package, or copy of one, has made them. A class that a host makes of it has the
 * instances of its own.
 *
 * @param made Whether the class is the base of the one that hosts know, which is made of it.
 */
export const recognize = (kind: { readonly prototype: object }, tag: string, made: "base" | "itself"): void => {
  Object.defineProperty(kind.prototype, BRAND, { value: true })
  Object.defineProperty(kind, Symbol.hasInstance, {
    value(this: object, value: unknown) {
      const isOwn = this === kind || (made === "base" && Object.getPrototypeOf(this) === kind)
      return isOwn ? isTagged(value, tag) : Function.prototype[Symbol.hasInstance].call(this, value)
    }
  })
}
