import type { ManagedRuns } from "@tollgate/client"
import { managedRuns } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import { principalCallers } from "./actAs.js"
import type { GateCalls } from "./HostSpending.js"
import { localTransport } from "./localTransport.js"

const unnamed = new Core.InvalidInput({
  issues: [
    { path: ["organization_id"], expected: "the organization of the run, because the gate is for all organizations" }
  ]
})

/** Runs of all organizations for the host. Each call acts as the host of the organization that it states. */
export const hostRuns = ({ calls }: GateCalls): ManagedRuns => {
  const of = (organizationId: string | undefined) => {
    const named = organizationId === undefined ? Effect.fail(unnamed) : Effect.succeed(organizationId)
    const host = Effect.flatMap(named, Core.hostCaller)
    return managedRuns(localTransport(Effect.map(host, principalCallers), calls.run))
  }
  return {
    list: (page, options) => of(page?.organization_id).list(page, options),
    open: (path, terms, options) => of(terms?.organization_id).open(path, terms, options),
    get: (path, place, options) => of(place?.organization_id).get(path, place, options),
    // Plain JavaScript may state none of the inputs.
    update: (path, patch, options) => of(patch?.organization_id).update(path, patch, options),
    stop: (path, input, options) => of(input?.organization_id).stop(path, input, options),
    resume: (path, input, options) => of(input?.organization_id).resume(path, input, options)
  }
}
