import { createOrganization, NewOrganization, OrganizationId } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import { Effect, Option, Schema } from "effect"
import { inFile } from "./files.js"

/** Creates an organization, and answers its id. */
export const create = (name: string) =>
  Effect.map(
    createOrganization(Schema.decodeSync(NewOrganization)({ name, owner_user_id: "ada" })),
    ({ organization }) => organization.id
  )

/** The names of organizations, by their ids, in a file that is opened for it. */
export const namesIn = (file: string, ids: ReadonlyArray<string>) =>
  Effect.flatMap(OrganizationStore, (organizations) =>
    Effect.forEach(ids, (id) => Effect.map(organizations.find(OrganizationId.make(id)), Option.getOrUndefined))
  ).pipe(
    Effect.map((found) => found.map((organization) => organization?.name)),
    Effect.provide(inFile(file))
  )
