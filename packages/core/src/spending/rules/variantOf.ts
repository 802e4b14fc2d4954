import { createHash } from "node:crypto"
import type { Usage } from "../../prices/Usage.js"
import type { HoldTerms } from "../model/HoldRecord.js"
import type { NewHold } from "../model/NewHold.js"

const credentials: ReadonlyArray<NewHold["credential"]> = ["any", "own", "byok"]

/** Room for the credential and `zdr`, below the digest of the usage. */
const REST = 8

/** 45 bits of a SHA-256. A usage of which every part is 0 has one, too. */
const digestOf = (usage: Usage, provider: string | null): number => {
  const counts = Object.entries(usage).sort(([one], [other]) => (one < other ? -1 : 1))
  const bytes = createHash("sha256")
    .update(JSON.stringify([counts, provider]))
    .digest()
  return 1 + (bytes.readUIntBE(0, 6) % (2 ** 45 - 1))
}

/**
 * What a creation states beside the fields that a hold shows, as one number that JavaScript represents exactly: whose credential it may
 * use, `zdr`, and a digest of its usage with the provider, as it is stated. A repetition must state the same.
 */
export const variantOf = ({
  credential,
  provider,
  usage,
  zdr
}: Pick<NewHold, "credential" | "provider" | "usage" | "zdr">): number =>
  (usage === undefined ? 0 : digestOf(usage, provider ?? null)) * REST + (zdr ? 4 : 0) + credentials.indexOf(credential)

/** Whether a hold was created by a usage, so that its amount is the price of that time, and its provider may be that of the card. */
export const statesUsage = ({ variant }: { readonly variant: number | null }): boolean =>
  variant !== null && variant >= REST

const sameLabels = (one: HoldTerms["labels"], other: HoldTerms["labels"]) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** Whether a creation asks for what a stored hold was created with. The same usage may have another price by now, at another provider. */
export const hasSameTerms = (hold: HoldTerms, terms: HoldTerms): boolean =>
  (hold.variant === null || hold.variant === terms.variant) &&
  (hold.asked === terms.asked || statesUsage(hold)) &&
  hold.organization_id === terms.organization_id &&
  hold.key_hash === terms.key_hash &&
  hold.user_id === terms.user_id &&
  (hold.provider === terms.provider || statesUsage(hold)) &&
  hold.instance === terms.instance &&
  hold.lease_seconds === terms.lease_seconds &&
  hold.models.length === terms.models.length &&
  hold.models.every((model, index) => model === terms.models[index]) &&
  sameLabels(hold.labels, terms.labels)
