// Values as source code of generated files.

/** A value as source code. Constants are written by their names. */
export const codeOf = (value) => {
  if (typeof value === "function") return value.name
  if (Array.isArray(value)) return `[${value.map(codeOf).join(", ")}]`
  if (typeof value !== "object") return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{ ${fields.map(([name, field]) => `${name}: ${codeOf(field)}`).join(", ")} }`
}

/**
 * Constants of a file, by their source code, so that what is used twice is written once. Those of all files are in `shared`, and no constant
 * gets a name in `taken`, which the file declares or imports otherwise.
 */
export const constants = (shared, taken = []) => {
  const known = new Map()
  const used = new Set()
  const names = new Set(taken)
  return {
    known,
    used,
    named: (name, type, value) => {
      const code = codeOf(value)
      const other = shared?.get(code)
      if (other !== undefined) {
        used.add(other.name)
        return other
      }
      const found = known.get(code)
      if (found !== undefined) return found.reference
      let unique = name
      for (let count = 2; names.has(unique); count++) unique = `${name}${count}`
      names.add(unique)
      const reference = Object.defineProperty(() => {}, "name", { value: unique })
      known.set(code, { reference, line: `const ${unique}: ${type} = ${code}` })
      return reference
    }
  }
}
