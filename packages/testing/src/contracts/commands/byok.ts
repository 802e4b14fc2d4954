import { ByokStore } from "@tollgate/core/storage"
import { shown } from "../shown.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(ByokStore)

export const byok = ({
  asked,
  asker,
  asking,
  credential,
  draw,
  inPlace,
  isOwn,
  named,
  page,
  paged,
  place
}: Picks): ReadonlyArray<Command> => {
  const change = { sort_order: draw.second, disabled: draw.kind % 2 === 0 }
  const workspace_id = draw.second > 1 ? place.workspace_id : undefined
  const provider = draw.second % 2 === 0 ? "openai" : undefined
  const where = workspace_id === undefined ? `of ${asking}` : `in ${inPlace}`
  return [
    call(
      "insert",
      () => `creating ${named("credential")}`,
      (_) => _.insert(credential),
      { adds: named("credential") }
    ),
    call(
      "find",
      () => `finding ${asked("credential")}`,
      (_) => _.find(asker, credential.id)
    ),
    call(
      "list",
      () => `listing the ${provider ?? ""} credentials ${where}${paged}`.replace("  ", " "),
      (_) => _.list(asker, page, { workspace_id, provider })
    ),
    call(
      "ofProvider",
      () => `asking for the openai credentials in ${inPlace}`,
      (_) => _.ofProvider(asker, place.workspace_id, "openai")
    ),
    call(
      "update",
      () => `changing ${asked("credential")} by ${shown(change)}`,
      (_) => _.update(asker, credential.id, change)
    ),
    call(
      "delete",
      () => `deleting ${asked("credential")}`,
      (_) => _.delete(asker, credential.id),
      {
        drops: isOwn && named("credential")
      }
    ),
    call(
      "nextSortOrder",
      () => `asking for the next place of an openai credential in ${inPlace}`,
      (_) => _.nextSortOrder(asker, place.workspace_id, "openai")
    )
  ]
}
