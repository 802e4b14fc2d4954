import { UserId } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import { users } from "../universe.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(OrganizationStore)

export const organizations = ({ asker, asking, draw, joining, own, page, paged }: Picks): ReadonlyArray<Command> => {
  const sought = users.slice(0, draw.second)
  const ids = sought.map((user) => UserId.make(user))
  return [
    call("find", `finding the organization ${asking}`, (_) => _.find(asker)),
    call("findByName", "finding the organization Second by its name", (_) => _.findByName("Second")),
    call("update", `changing the organization ${asking}`, (_) =>
      _.update(asker, draw.kind % 2 === 0 ? { name: "First" } : { default_key_limit: draw.patch.limit ?? null })
    ),
    call("list", `listing ${page.limit} organizations`, (_) => _.list(page.limit)),
    call("isEmpty", "asking whether there are no organizations", (_) => _.isEmpty),
    call("listMembers", `listing the members of ${asking}${paged}`, (_) => _.listMembers(asker, page)),
    call("addMember", `adding ${joining.user_id} to ${own}`, (_) => _.addMember(joining), {
      adds: `membership ${draw.second} of ${own}`
    }),
    call("findMember", `finding ${joining.user_id} among the members of ${asking}`, (_) =>
      _.findMember(asker, joining.user_id)
    ),
    call("updateMember", `changing the role of ${joining.user_id} in ${asking}`, (_) =>
      _.updateMember(asker, joining.user_id, { role: draw.kind % 2 === 0 ? "admin" : "member" })
    ),
    call("lockMember", `finding ${joining.user_id}, to be removed from ${asking}`, (_) =>
      _.lockMember(asker, joining.user_id)
    ),
    call("hasOtherAdmin", `asking for another admin than ${joining.user_id} in ${asking}`, (_) =>
      _.hasOtherAdmin(asker, joining.user_id)
    ),
    // Nothing references carl.
    call("deleteMember", `deleting carl from ${asking}`, (_) => _.deleteMember(asker, UserId.make("carl")), {
      drops: `membership ${users.indexOf("carl")} of ${asking}`
    }),
    call(
      "findMembers",
      () => `finding ${sought.join(", ") || "no user"} among the members of ${asking}`,
      (_) => _.findMembers(asker, ids)
    )
  ]
}
