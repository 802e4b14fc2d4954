import * as Schema from "effect/Schema"
import { is, reads, refusedFor } from "../Expectation.js"
import { freshName } from "../Made.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { externalIdTaken, keyOfDeparted, updatedKey } from "./apiKey.js"

const FUTURE = "2031-01-01T00:00:00.000Z"
const unlimited = { limit: null, limit_remaining: null }
const set = {
  name: "All",
  disabled: false,
  limit: 10.5,
  limit_reset: "weekly",
  include_byok_in_limit: true,
  max_in_flight: 7
}
const cleared = { limit: null, limit_reset: null, include_byok_in_limit: false, max_in_flight: null }

/** The effect of changes, alone and combined. */
export const changes: Family = ({ test, keeps, refuses }) => [
  keeps("a new name, and the whole record", body({ name: "Renamed" }), ({ own }) =>
    updatedKey({ hash: own, name: "Renamed" })
  ),
  test("disabled and enabled again", async ({ ask }) => {
    await ask(body({ disabled: true }), updatedKey({ disabled: true }))
    await ask(body({ disabled: false }), updatedKey({ disabled: false }))
  }),
  test("every field at once", async ({ ask }) => {
    await ask(body(set), updatedKey({ ...set, limit_remaining: Schema.Number }))
    await ask(body(cleared), updatedKey({ ...cleared, ...unlimited, name: set.name }))
  }),
  keeps("limit: null has no remainder", body({ limit: null }), updatedKey(unlimited)),
  test("metadata and an external id, which null removes", async ({ api, ask, own, path }) => {
    const name = freshName()
    const has = (metadata: object, external_id: string | null) =>
      api.get(path, reads({ "data.metadata": metadata, "data.external_id": external_id }))
    await ask(body({ metadata: { team: "docs" }, external_id: name }), updatedKey({ hash: own }))
    await has({ team: "docs" }, name)
    await ask(body({ metadata: { other: "" } }), updatedKey())
    await has({ other: "" }, name)
    await ask(body({ metadata: null, external_id: null }), updatedKey())
    await has({}, null)
  }),
  test("an external id that another key has", async ({ ask, made, unchanged }) => {
    const external_id = freshName()
    await made.key({ external_id })
    await unchanged(() => ask(body({ external_id }), externalIdTaken))
  }),
  test("an expiration time, which null removes", async ({ ask }) => {
    await ask(body({ expires_at: FUTURE }), updatedKey({ expires_at: FUTURE }))
    await ask(body({ expires_at: null }), updatedKey({ expires_at: null }))
  }),
  refuses(
    "an expiration time in the past",
    body({ expires_at: "2020-01-01T00:00:00Z" }),
    refusedFor("expiry_in_the_past", "expires_at")
  ),
  test("the same change twice gives the same record", async ({ ask, unchanged }) => {
    const renamed = body({ name: "Twice", limit: 3 })
    await ask(renamed, is(200))
    await unchanged(() => ask(renamed, updatedKey({ name: "Twice", limit: 3 })))
  }),
  test("a key of a user who has left is not enabled", async ({ api, run }) => {
    const path = `/keys/${await keyOfDeparted(run)}`
    await api.patch(path, { disabled: false }, refusedFor("creator_left", "disabled"))
    await api.patch(path, {}, updatedKey({ disabled: true }))
  }),
  test("a key of a user who has left may be disabled again", async ({ api, run }) => {
    await api.patch(`/keys/${await keyOfDeparted(run)}`, { disabled: true }, updatedKey({ disabled: true }))
  })
]
