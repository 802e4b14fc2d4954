import type { NewRateCard } from "@tollgate/core"

/** Prices of invented models at invented providers. */
export const rateCards: ReadonlyArray<typeof NewRateCard.Encoded> = [
  {
    provider: "northern-lights",
    model: "aurora-1",
    aliases: ["aurora-latest"],
    rates: { input: 1.25, output: 10, cache_read: 0.125 },
    tiers: [{ above: 200_000, input: 2.5, output: 15, cache_read: 0.25 }]
  },
  { provider: "northern-lights", model: "aurora-embed", rates: { input: 0.02, output: 0 } },
  { provider: "paintworks", model: "fresco", rates: { input: 0, output: 0, image: 0.04 } },
  {
    provider: "tidewater",
    model: "current-2",
    effective_from: "2026-01-01T00:00:00Z",
    rates: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75, cache_write_hour: 6 }
  }
]
