import { byok } from "./byok.js"
import { guardrails } from "./guardrails.js"
import { images } from "./images.js"
import { keys } from "./keys.js"
import { oauth } from "./oauth.js"
import { organization } from "./organization.js"
import { presets } from "./presets.js"
import type { Run } from "./Run.js"
import { workspaces } from "./workspaces.js"

/** Every operation for one caller, by resource. Each method rejects with the tagged error that refused it. */
export const account = (run: Run) => ({
  organization: organization(run),
  workspaces: workspaces(run),
  keys: keys(run),
  oauth: oauth(run),
  byok: byok(run),
  guardrails: guardrails(run),
  presets: presets(run),
  images: images(run)
})

export interface Account extends ReturnType<typeof account> {}
