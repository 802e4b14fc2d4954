import { ProtocolRefusal, protocolReasons } from "../ProtocolRefusal.js"

const rows = () =>
  protocolReasons
    .map((reason) => new ProtocolRefusal({ reason }))
    .toSorted((a, b) => a.status - b.status)
    .map(({ envelope, reason, status }) => `| ${status} | \`${reason}\` | ${envelope.error.message} |`)

/** What stands above all operations: first of all how to get a key. */
export const guide = (): string =>
  [
    "**First, a key.** The first start of `tollgate serve` (`npm start`) prints a management key, once, and so does " +
      "`tollgate init`; where it was lost, `tollgate keys recover` mints another. A program that embeds Tollgate gets " +
      "one from `createOrganization`. Press **Authorize** on this page and paste it; a program sends it with every " +
      "request, as `Authorization: Bearer <key>`.",
    "The account side of a model gateway. A management key (`tg_mk_…`) manages the account and cannot spend; an " +
      "ordinary key (`tg_sk_…`) spends and cannot manage. Amounts are US dollars, times are UTC.",
    "Every error has one envelope, with a stable word in `error.metadata.reason`. Each operation lists its own. Beside " +
      "them stand the refusals of the protocol itself, which may answer any request:",
    ["| Status | `error.metadata.reason` | Message |", "|---|---|---|", ...rows()].join("\n")
  ].join("\n\n")
