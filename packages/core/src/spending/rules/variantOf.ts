import { createHash } from "node:crypto"
import type { Usage } from "../../prices/Usage.js"
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
