import { ProtocolRefusal, protocolReasons } from "../ProtocolRefusal.js"

/** The refusals at the HTTP level, by status. */
export const protocolRefusals = protocolReasons
  .map((reason) => new ProtocolRefusal({ reason }))
  .toSorted((a, b) => a.status - b.status)
  .map(({ envelope, reason, status }) => ({ status, reason, message: envelope.error.message }))

/** `info.description`: how to get a key, and the conventions of the API. */
export const guide = (): string =>
  [
    "**Start here.** Press **Authorize** and paste the management key (`tg_mk_…`) that the first start of the server printed, with " +
      "`npm start`, `tollgate serve` or `tollgate init`. Then create an API key: **POST /keys**, below. If the management key is " +
      "lost, `tollgate keys recover` creates another one. A program that embeds Tollgate gets it from `createOrganization`. A " +
      "program sends a key with every request as `Authorization: Bearer <key>`.",
    "This API manages the account side of a model gateway. A management key (`tg_mk_…`) manages the account and cannot " +
      "spend; an ordinary key (`tg_sk_…`) spends and cannot manage. A gateway key (`tg_gk_…`) sets amounts aside for requests of " +
      "ordinary keys and settles them, and does nothing else. Amounts are in USD, times in UTC.",
    "All errors have the same envelope, with a stable word for the cause in `error.metadata.reason`. Each operation lists " +
      "its own errors. Refusals at the HTTP level, which may answer any request, are listed in `x-protocol-refusals` and at " +
      "the end of this page."
  ].join("\n\n")
