const forms = new WeakMap<object, unknown>()

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Remembers the JSON that a value was decoded from, so that it need not be encoded again. Returns the value. */
export const keepWireForm = <A>(value: A, form: unknown): A => {
  if (isObject(value)) forms.set(value, form)
  return value
}

/** The JSON that a value was decoded from; undefined if it was not decoded. */
export const wireFormOf = (value: unknown): unknown => (isObject(value) ? forms.get(value) : undefined)
