import { addOrganizationMember, NewOrganizationMember, OrganizationMember } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { type CallOptions, type Run, read } from "./Run.js"

const readMember = read(NewOrganizationMember)

/** The organization itself. */
export const organization = (run: Run) => ({
  /** Adds a user, who becomes a member of the default workspace too. */
  addMember: (input: typeof NewOrganizationMember.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readMember(input), addOrganizationMember), OrganizationMember, options)
})
