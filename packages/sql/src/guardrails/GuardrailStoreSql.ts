import {
  GuardrailStore,
  guardrailRecords,
  keyAssignmentRecords,
  keyRecords,
  memberAssignmentRecords,
  showKeyAssignment
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { records } from "../table/records.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { removeUsers } from "../workspaces/removeUsers.js"
import { assignments } from "./assignments.js"

export const make = contextOf(
  GuardrailStore,
  Effect.map(Database, (database) => {
    const { store } = records(database, guardrailRecords)
    const namesOf = records(database, keyRecords).rows.among(["hash", "name", "label"], "hash")

    const members = assignments(database, store, memberAssignmentRecords, {
      field: "user_id",
      under: (guardrail_id) => ({ guardrail_id }),
      show: (_, all) => Effect.succeed(all)
    })
    const keys = assignments(database, store, keyAssignmentRecords, {
      field: "key_hash",
      under: (guardrail_id) => ({ guardrail_id }),
      show: (organizationId, all) =>
        Effect.map(
          namesOf(
            organizationId,
            all.map(({ key_hash }) => key_hash)
          ),
          (found) => {
            const byHash = new Map(found.map((key) => [key.hash, key]))
            return Array.filterMap(all, (one) =>
              Option.map(Option.fromNullable(byHash.get(one.key_hash)), (key) => showKeyAssignment(one, key))
            )
          }
        )
    })
    return GuardrailStore.of({
      // Deleting one deletes its assignments by the cascade of their foreign key.
      ...store,
      assign: members.assign,
      listMembers: members.list,
      listAllMembers: members.listAll,
      ofMember: members.of,
      unassign: members.unassign,
      releaseMembers: removeUsers(database, "guardrail_members"),
      assignKeys: keys.assign,
      listKeys: keys.list,
      listAllKeys: keys.listAll,
      ofKey: keys.of,
      unassignKeys: keys.unassign
    })
  })
)
