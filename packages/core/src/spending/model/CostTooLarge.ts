import { refusal } from "../../schema/refusal.js"

/** A scope of the request has no room for the cost: its counters hold about 9.2 billion USD together. */
export class CostTooLarge extends refusal<CostTooLarge>()(
  "CostTooLarge",
  {},
  {
    status: 400,
    reason: "cost_too_large",
    sentence:
      "The counters of the key, its workspace, its organization or a guardrail have no room for this cost: spent, held and unknown together are at most 9,223,372,036.854775807 USD.",
    issue: { field: "cost", expected: "the cost in US dollars, for which the counters have room" }
  }
) {}
