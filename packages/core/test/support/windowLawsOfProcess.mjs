// Checks the laws of windows in this process's time zone, over instants that a seed decides. Its own calendar keeps it
// independent of the code under test. Prints what it did as JSON. Arguments: the seed, the number of instants, and how
// many years apart the years are whose month ends, leap days and New Years are among the instants.
import assert from "node:assert/strict"
import { emptyScope } from "../../dist/spending/model/Scope.js"
// By their own modules, because to load all others takes longer than the checks.
import { dayOf, rollTo } from "../../dist/spending/rules/rollScope.js"
import { windowEnd, windowId } from "../../dist/values/Window.js"

const DAY = 86_400_000
const kinds = ["daily", "weekly", "monthly"]
const [seed = "1", count = "1000", stride = "1"] = process.argv.slice(2)

let state = BigInt(seed)
const random = (below) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
  return Number(((state >> 11n) * BigInt(below)) >> 53n)
}

/** Days since 1970-01-01 of a date in the proleptic Gregorian calendar. */
const daysOf = (year, month, day) => {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

const isLeap = (year) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const monthLength = (year, month) => (month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)

/** The date of each day from 1970-01-01 to the end of 2201, counted one after another. */
const dates = []
for (let year = 1970; year <= 2201; year++) {
  for (let month = 1; month <= 12; month++) {
    for (let day = 1; day <= monthLength(year, month); day++) {
      dates.push([year, month, day].map((part) => String(part).padStart(2, "0")).join("-"))
    }
  }
}

const startOf = (id) => daysOf(...id.split("-").map(Number)) * DAY

const first = 0
const last = daysOf(2201, 1, 1) * DAY
const instants = []
/** The edges of a day: its first and last instants, and those beside them. */
const addEdges = (day) => {
  for (const edge of [-1, 0, 1, DAY - 1, DAY]) instants.push(Math.min(Math.max(day * DAY + edge, first), last - 1))
}
for (let year = 1970 + (Number(seed) % Number(stride)); year <= 2200; year += Number(stride)) {
  for (let month = 1; month <= 12; month++) addEdges(daysOf(year, month, monthLength(year, month)))
  if (isLeap(year)) addEdges(daysOf(year, 2, 29))
  addEdges(daysOf(year, 2, 28) + 1)
  // The days around New Year, where a year of 53 weeks differs from one of 52.
  for (let day = daysOf(year, 12, 27); day <= daysOf(year, 12, 31); day++) addEdges(day)
}
while (instants.length < Number(count)) instants.push(random(last))

const check = (instant) => {
  const day = Math.floor(instant / DAY)
  const date = dates[day]
  assert.equal(windowId("daily", instant), date)
  assert.equal(windowId("monthly", instant), `${date.slice(0, 8)}01`)
  const monday = startOf(windowId("weekly", instant)) / DAY
  assert.equal((monday + 3) % 7, 0, "a week begins on a Monday")
  assert.ok(day - monday >= 0 && day - monday <= 6, "a week has seven days")
  for (const kind of kinds) {
    const id = windowId(kind, instant)
    const end = windowEnd(kind, instant)
    assert.ok(startOf(id) <= instant && instant < end, "an instant lies in its window")
    assert.equal(windowId(kind, end - 1), id, "the last instant of a window is in it")
    assert.ok(windowId(kind, end) > id, "the end of a window is the first instant of another")
    assert.equal(startOf(windowId(kind, end)), end, "windows leave no gap")
  }
}
for (const instant of instants) check(instant)

const sorted = [...instants].sort((a, b) => a - b)
for (const kind of kinds) {
  const ids = sorted.map((instant) => windowId(kind, instant))
  assert.ok(
    ids.every((id, index) => index === 0 || ids[index - 1] <= id),
    "ids sort as time does"
  )
}

// A clock that mostly goes on and sometimes steps back, with a model that keeps only the newest window's sum.
const walkEnd = last - 400 * DAY
let clock = Math.floor(walkEnd * (1 - 1 / Number(stride)))
let steps = 0
let stepsBack = 0

/** A scope as it is at an instant. */
const at = (scope, instant) => rollTo(scope, dayOf([scope], instant)).scope
const add = (windows, amount) => Object.fromEntries(Object.entries(windows).map(([kind, sum]) => [kind, sum + amount]))
/** A scope after it has spent an amount at an instant, and twice as much through the organization's credentials. */
const spend = (scope, amount, instant) => {
  const { byok, own, ...rest } = at(scope, instant)
  const spent = { own: add(own.spent, amount), byok: add(byok.spent, 2n * amount) }
  return { ...rest, own: { ...own, spent: spent.own }, byok: { ...byok, spent: spent.byok } }
}
const unused = (instant) => emptyScope(1, {}, { limits: {}, include_byok: false }, Math.floor(instant / DAY))
const idsOn = (day) => Object.fromEntries(kinds.map((kind) => [kind, windowId(kind, day * DAY)]))

let scope = unused(clock)
const model = { day: scope.day, sums: Object.fromEntries(kinds.map((kind) => [kind, 0n])) }
let total = 0n
let believed = 0
while (clock < walkEnd) {
  const back = random(4) === 0
  const step = random([60_000, DAY, 10 * DAY, 40 * DAY][random(4)])
  clock = back ? Math.max(0, clock - step) : clock + step
  const spent = BigInt(random(1_000_000))
  const today = Math.floor(clock / DAY)
  // A day is over when it has passed, and when it is more than one ahead.
  const day = model.day === today + 1 ? model.day : today
  if (day > today) believed++
  const [before, now] = [idsOn(model.day), idsOn(day)]
  for (const kind of kinds) if (before[kind] !== now[kind]) model.sums[kind] = 0n
  model.day = day
  const read = at(scope, clock)
  assert.equal(read.day, day, "a day that is over never comes back")
  for (const kind of kinds) {
    assert.equal(read.own.spent[kind], model.sums[kind], "what is not over is not freed")
    assert.equal(read.byok.spent[kind], 2n * model.sums[kind])
    model.sums[kind] += spent
  }
  total += spent
  const fresh = spend(unused(clock), spent, clock)
  const shortlyBefore = clock - Math.min(clock, random(DAY + 1))
  assert.deepEqual(at(fresh, shortlyBefore), fresh, "a clock behind by a day at most frees nothing")
  scope = spend(scope, spent, clock)
  assert.equal(scope.own.spent.lifetime, total)
  // What a clock that is wrong once has counted stops no counter, and is in the total for ever.
  const wrong = spend(scope, 7n, clock + 40 * DAY + random(300 * DAY))
  const right = spend(wrong, spent, clock)
  assert.equal(right.day, today, "a day that only a wrong clock can have seen is over")
  for (const kind of kinds) assert.equal(right.own.spent[kind], spent)
  assert.equal(right.own.spent.lifetime, total + 7n + spent)
  steps++
  if (back) stepsBack++
}

process.stdout.write(
  JSON.stringify({
    instants: instants.length,
    steps,
    stepsBack,
    believed,
    january: new Date(Date.UTC(2026, 0, 15)).getTimezoneOffset(),
    july: new Date(Date.UTC(2026, 6, 15)).getTimezoneOffset()
  })
)
