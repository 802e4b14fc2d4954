import { describe, expect, it } from "@effect/vitest"
import { compareMigrations } from "../src/schema/compareMigrations.js"

const [one, two, three, four] = ["one", "two", "three", "four"].map((name, index) => ({ id: index + 1, name }))
const known = [one, two, three].flatMap((step) => step ?? [])
const steps = (...some: ReadonlyArray<typeof one>) => some.flatMap((step) => step ?? [])

describe("The steps applied to a database", () => {
  it("are right when they are the known ones", () => {
    expect(compareMigrations(known, known)).toBe(null)
  })

  it("are newer when one comes after all that is known, whatever else is wrong", () => {
    expect(compareMigrations([...known, ...steps(four)], known)).toBe("newer")
    expect(compareMigrations(steps(four), known)).toBe("newer")
  })

  it("have a gap when a known one is missing, which the migrator would pass over in silence", () => {
    expect(compareMigrations(steps(one, three), known)).toBe("gap")
    expect(compareMigrations(steps(two, three), known)).toBe("gap")
    expect(compareMigrations([], known)).toBe("gap")
  })

  it("are different if a number has another name, or if one is unknown", () => {
    expect(compareMigrations([...steps(one, two), { id: 3, name: "other" }], known)).toBe("different")
    expect(compareMigrations([{ id: 0, name: "before" }, ...known], known)).toBe("different")
  })
})
