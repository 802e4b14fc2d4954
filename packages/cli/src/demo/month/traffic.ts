import type { KeyOfTeam } from "./team.js"

/** What a key asks a model for, day by day. */
interface Flow {
  readonly key: KeyOfTeam
  readonly model: string
  readonly provider: string
  /** Cost of a working day, in USD. */
  readonly usd: number
  /** Requests of a day. */
  readonly requests: number
  readonly input: number
  readonly output: number
  /** How much of a working day's cost a day of the weekend has. */
  readonly weekend: number
  /** How many days ago it began. @default a month */
  readonly since?: number
  /** Whether the organization's own credential pays. */
  readonly isByok?: boolean
}

const flows: ReadonlyArray<Flow> = [
  {
    key: "assistant",
    model: "aurora-1",
    provider: "northern-lights",
    usd: 4.1,
    requests: 3,
    input: 1_900_000,
    output: 170_000,
    weekend: 0.7
  },
  {
    key: "assistant",
    model: "current-2",
    provider: "tidewater",
    usd: 1.6,
    requests: 1,
    input: 310_000,
    output: 44_000,
    weekend: 0.7
  },
  {
    key: "notebook",
    model: "current-2",
    provider: "tidewater",
    usd: 3.4,
    requests: 2,
    input: 720_000,
    output: 80_000,
    weekend: 0.2
  },
  {
    key: "notebook",
    model: "heron-70b",
    provider: "marshland",
    usd: 2.2,
    requests: 1,
    input: 2_400_000,
    output: 310_000,
    weekend: 0,
    since: 17
  },
  {
    key: "nightly",
    model: "aurora-1",
    provider: "northern-lights",
    usd: 7.4,
    requests: 2,
    input: 3_300_000,
    output: 330_000,
    weekend: 1
  },
  {
    key: "nightly",
    model: "gpt-4o-mini",
    provider: "openai",
    usd: 4.4,
    requests: 1,
    input: 9_800_000,
    output: 1_100_000,
    weekend: 1,
    isByok: true
  },
  {
    key: "review",
    model: "current-2",
    provider: "tidewater",
    usd: 6.8,
    requests: 2,
    input: 1_400_000,
    output: 165_000,
    weekend: 0.1
  },
  {
    key: "pipeline",
    model: "aurora-embed",
    provider: "northern-lights",
    usd: 1.8,
    requests: 1,
    input: 90_000_000,
    output: 0,
    weekend: 0.5
  },
  {
    key: "pipeline",
    model: "heron-70b",
    provider: "marshland",
    usd: 5.2,
    requests: 1,
    input: 5_700_000,
    output: 730_000,
    weekend: 0.5,
    since: 21
  },
  { key: "marketing", model: "fresco", provider: "paintworks", usd: 2.4, requests: 1, input: 0, output: 0, weekend: 0 },
  {
    key: "marketing",
    model: "aurora-1",
    provider: "northern-lights",
    usd: 1.1,
    requests: 1,
    input: 420_000,
    output: 55_000,
    weekend: 0
  },
  {
    key: "sandbox",
    model: "aurora-1",
    provider: "northern-lights",
    usd: 2.6,
    requests: 1,
    input: 900_000,
    output: 95_000,
    weekend: 0.3,
    since: 12
  },
  {
    key: "voice",
    model: "echo-1",
    provider: "tidewater",
    usd: 4.8,
    requests: 1,
    input: 240_000,
    output: 180_000,
    weekend: 1,
    since: 8
  }
]

/** A request of the past. */
export interface PastRequest extends Pick<Flow, "key" | "model" | "provider" | "input" | "output"> {
  /** When it was made, as a share of its day. */
  readonly share: number
  /** Cost in USD. */
  readonly cost: number
  readonly isByok: boolean
}

/** A share from 0 to 1 that looks like chance, and is the same in every demo. */
const chance = (seed: number): number => {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  const again = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((again ^ (again >>> 15)) >>> 0) / 2 ** 32
}

/** The requests of a day, from morning to night. Costs are whole hundredths of a cent. */
export const trafficOf = (daysAgo: number, isWeekend: boolean): ReadonlyArray<PastRequest> =>
  flows
    .flatMap(({ input, isByok = false, output, requests, since = 60, usd, weekend, ...flow }, index) => {
      const share = daysAgo > since ? 0 : isWeekend ? weekend : 1
      return Array.from({ length: share === 0 ? 0 : requests }, (_, one): PastRequest => {
        const seed = (daysAgo + 1) * 7919 + index * 104_729 + one * 31
        const size = (0.65 + 0.7 * chance(seed)) * (share / requests)
        return {
          ...flow,
          isByok,
          share: 0.05 + 0.9 * chance(seed + 7),
          cost: Math.round(usd * size * 10_000) / 10_000,
          input: Math.round(input * size),
          output: Math.round(output * size)
        }
      })
    })
    .sort((one, other) => one.share - other.share)
