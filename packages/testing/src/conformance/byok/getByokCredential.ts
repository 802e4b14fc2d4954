import * as Schema from "effect/Schema"
import type { Account } from "../Account.js"
import type { Identified } from "../Change.js"
import { type Expectation, notFound, ok, reads, TIME, UUID } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { uuid } from "../Ids.js"
import { CLOSE, raw } from "../Sent.js"
import { about, type Family } from "../Subject.js"

const id = Schema.String.pipe(Schema.pattern(UUID))
const allowlist = Schema.NullOr(Schema.Array(Schema.String).pipe(Schema.maxItems(100)))

/** The whole record, as it must be whatever the contract's own schema says. */
const Whole = Schema.Struct({
  id,
  provider: Schema.String.pipe(Schema.pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  workspace_id: id,
  label: Schema.String,
  name: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  disabled: Schema.Boolean,
  is_fallback: Schema.Boolean,
  allowed_models: allowlist,
  allowed_api_key_hashes: allowlist,
  allowed_user_ids: allowlist,
  sort_order: Schema.Int,
  created_at: Schema.String.pipe(Schema.pattern(TIME))
})

const credential = (own: string, { BYOK_SECRET }: Account): Expectation => ({
  ...ok({ data: Whole }),
  json: { "data.id": own },
  absent: [BYOK_SECRET, "ciphertext", "secret"]
})

const others: Family = ({ test, refuses }) => [
  test("the other organization's management key reads its own", ({ account, api, run }) =>
    api.get(`/byok/${account.OTHER_BYOK_ID}`, reads({ "data.id": account.OTHER_BYOK_ID }), run.other)),
  // A path is not normalised: a proxy that does so differently would guard another one.
  refuses(
    "dot segments in the path",
    ({ caller, own }) => raw("GET", `/byok/../byok/${own}`, [`Authorization: ${caller.Authorization}`, CLOSE]),
    { ...notFound, alt: [200, 400] },
    "socket"
  )
]

export const getByokCredential = about<Identified>(
  "getBYOKKey",
  {
    ids: uuid(({ OTHER_BYOK_ID }) => OTHER_BYOK_ID),
    given: ({ account }) => ({ own: account.BYOK_ID }),
    expect: ({ own }, account) => credential(own, account)
  },
  general,
  ids,
  rateLimit,
  others
)
