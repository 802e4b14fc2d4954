import { recognize } from "#shared"

// Not every engine has this function. Without it, the stack begins with the constructors.
const { captureStackTrace }: { readonly captureStackTrace?: typeof Error.captureStackTrace } = Error

/** An error with a tag. */
export interface Tagged<Tag extends string> extends Error {
  readonly _tag: Tag
  /** The tag and the fields. */
  toJSON(): object
}

/**
 * Creates the base class of an error from its tag. An error of this tag is an instance of the class, whichever package, or copy of one, has
 * made it.
 */
export const tagged = <Tag extends string>(tag: Tag): (new (fields: object) => Tagged<Tag>) => {
  class Base extends Error {
    readonly _tag: Tag

    constructor(fields: object) {
      super()
      Object.assign(this, fields)
      this._tag = tag
      // Again, because the message is made of the fields.
      captureStackTrace?.(this, new.target)
    }

    toJSON(): object {
      return { ...this }
    }
  }
  recognize(Base, tag, "base")
  Object.defineProperty(Base.prototype, "name", { value: tag, writable: true, configurable: true })
  return Base
}
