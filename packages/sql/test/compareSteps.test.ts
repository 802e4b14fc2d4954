import { describe, expect, it } from "@effect/vitest"
import { compareMigrations } from "../src/schema/compareMigrations.js"

const step = (id: number, name: string, checksum = `text of ${name}`) => ({ id, name, checksum })
const [one, two, three, four] = [step(1, "one"), step(2, "two"), step(3, "three"), step(4, "four")]
const known = [one, two, three]

describe("The steps applied to a database", () => {
  it("are right when they are the first of the known ones", () => {
    for (const count of [0, 1, 2, 3]) expect(compareMigrations(known.slice(0, count), known)).toBe(null)
  })

  it("are newer when one comes after all that is known, whatever else is wrong", () => {
    expect(compareMigrations([...known, four], known)).toBe("newer")
    expect(compareMigrations([four], known)).toBe("newer")
  })

  it("are of before the first release when the first has the name that it had then, whatever follows", () => {
    const accounts = step(1, "accounts")
    expect(compareMigrations([accounts], known)).toBe("unreleased")
    expect(compareMigrations([accounts, step(39, "shown_keys")], known)).toBe("unreleased")
    expect(compareMigrations([step(2, "accounts")], known)).toBe("gap")
  })

  it("have a gap when one is missing before another", () => {
    expect(compareMigrations([one, three], known)).toBe("gap")
    expect(compareMigrations([two, three], known)).toBe("gap")
    expect(compareMigrations([three], known)).toBe("gap")
  })

  it("are different if a number has another name, or if one is unknown", () => {
    expect(compareMigrations([one, two, step(3, "other")], known)).toBe("different")
    expect(compareMigrations([step(1, "other")], known)).toBe("different")
    expect(compareMigrations([step(0, "before"), ...known], known)).toBe("different")
  })

  it("are edited if one has another checksum, or none", () => {
    expect(compareMigrations([one, step(2, "two", "another")], known)).toBe("edited")
    expect(compareMigrations([one, two, { ...three, checksum: null }], known)).toBe("edited")
  })
})
