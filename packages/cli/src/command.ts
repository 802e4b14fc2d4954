import * as Command from "@effect/cli/Command"
import { conformance } from "./conformance.js"
import { demo } from "./demo.js"
import { init } from "./init.js"
import { serve } from "./serve.js"

/** The `tollgate` command. */
export const tollgate = Command.make("tollgate").pipe(
  Command.withDescription(
    "The account side of a model gateway: API keys with limits, provider credentials, guardrails, workspaces, presets. " +
      "Begin with `tollgate serve`. Each flag has an environment variable of the same meaning; the flag wins."
  ),
  Command.withSubcommands([serve, init, demo, conformance])
)
