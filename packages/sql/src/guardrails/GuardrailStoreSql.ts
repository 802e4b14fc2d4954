import type { GuardrailId, OrganizationId } from "@tollgate/core"
import {
  GuardrailStore,
  guardrailRecords,
  keyAssignmentRecords,
  keyRecords,
  memberAssignmentRecords,
  type StorageFailure,
  showKeyAssignment
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { records } from "../table/records.js"
import { Database } from "../transaction/Database.js"
import { assignments } from "./assignments.js"

export const layer = Layer.effect(
  GuardrailStore,
  Effect.map(Database, (database) => {
    const { snapshot } = database
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
    const findOfMember = members.pick(["guardrail_id"], "organization_id", "workspace_id", "user_id")
    const findOfKey = keys.pick(["guardrail_id"], "organization_id", "workspace_id", "key_hash")
    const guardrailOf = (
      organizationId: OrganizationId,
      assignment: Effect.Effect<Option.Option<{ readonly guardrail_id: GuardrailId }>, StorageFailure>
    ) =>
      snapshot(
        Effect.flatMap(
          assignment,
          Effect.transposeMapOption(({ guardrail_id }) => store.find(organizationId, guardrail_id))
        ).pipe(Effect.map(Option.flatten))
      )

    return GuardrailStore.of({
      // Deleting one deletes its assignments by the cascade of their foreign key.
      ...store,
      assign: members.assign,
      listMembers: members.listUnder,
      ofMember: (organization_id, workspace_id, user_id) =>
        guardrailOf(organization_id, findOfMember({ organization_id, workspace_id, user_id })),
      unassign: members.unassign,
      assignKeys: keys.assign,
      listKeys: keys.listUnder,
      listAllKeys: keys.list,
      ofKey: (organization_id, workspace_id, key_hash) =>
        guardrailOf(organization_id, findOfKey({ organization_id, workspace_id, key_hash })),
      unassignKeys: keys.unassign
    })
  })
)
