import { afterAll, beforeAll, expect, it } from "vitest"
import { isoOf, LATEST, localOf } from "../src/screens/keys/localTime.js"

const zone = process.env["TZ"]

beforeAll(() => {
  process.env["TZ"] = "Pacific/Kiritimati"
})

afterAll(() => {
  if (zone === undefined) delete process.env["TZ"]
  else process.env["TZ"] = zone
})

it("shows a time in the reader's zone, and takes it back as the same", () => {
  expect([null, "2027-11-07T01:30:00Z"].map(localOf)).toEqual(["", "2027-11-07T15:30"])
  expect(["", "2027-11-07T15:30"].map(isoOf)).toEqual([null, "2027-11-07T01:30:00.000Z"])
})

it("shows the end of time as the latest that an input takes, wherever the reader is", () => {
  expect(localOf("9999-12-31T23:59:59Z")).toBe(LATEST)
})
