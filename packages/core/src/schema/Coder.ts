/**
 * Sentinel result: the value is not valid, so fall back to effect/Schema, which reports the issues. The same for all copies of this
 * package, because a schema of one brings its coder to another.
 */
export const FALL_BACK: unique symbol = Symbol.for("@tollgate/core/FALL_BACK")

/** Decodes or encodes a value, or returns `FALL_BACK`. */
export type Coder = (value: unknown) => unknown

export type Direction = "decode" | "encode"

/**
 * The annotation of a schema that has a coder of its own for a direction, which answers as the schema does. For the few schemas that most
 * fields of answers have.
 */
export const OwnCoder: unique symbol = Symbol.for("@tollgate/core/OwnCoder")
