// The first import of every entry, and named for who brings Effect 4: that has no `ModuleVersion`, so that an import ends
// here before any code runs, and the error says "Cannot find module … imported from … assertEffectVersion.js".
import { getCurrentVersion } from "effect/ModuleVersion"

const ours = getCurrentVersion()

const parts = (version: string) => version.split(".").map(Number)

/**
 * Throws where a package runs on another copy of Effect than `@tollgate/core`, or on one that is no Effect 3 from 3.22 on. What one
 * copy makes is nothing to another, or almost the same, which is worse.
 */
export const assertEffectVersion = (name: string, found: string): void => {
  const [major = 0, minor = 0] = parts(found)
  const install = "Install one for all that import it: npm install effect@3"
  if (major !== 3 || minor < 22)
    throw new Error(`${name} needs Effect 3.22 or a later 3, and found ${found}. ${install}`)
  if (found !== ours) throw new Error(`${name} found Effect ${found} and @tollgate/core Effect ${ours}. ${install}`)
}

assertEffectVersion("@tollgate/core", ours)
