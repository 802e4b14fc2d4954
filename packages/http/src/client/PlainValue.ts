import type * as Brand from "effect/Brand"
import type * as DateTime from "effect/DateTime"
import type * as Redacted from "effect/Redacted"

/** A value as it is written by hand: plain text for ids, secrets and times, numbers for amounts of US dollars. */
export type PlainValue<T> = T extends bigint
  ? number
  : T extends { readonly [Brand.BrandTypeId]: object }
    ? Brand.Brand.Unbranded<T>
    : T extends Redacted.Redacted<infer A>
      ? PlainValue<A>
      : T extends DateTime.Utc
        ? string
        : T extends object
          ? { readonly [K in keyof T]: PlainValue<T[K]> }
          : T
