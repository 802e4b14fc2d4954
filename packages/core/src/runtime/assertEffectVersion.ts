// The first import of every entry. Effect 4 has no `ModuleVersion`, so with it the import fails here, before any code runs:
// "Cannot find module … imported from … assertEffectVersion.js". The name of this file explains that error.
import { getCurrentVersion } from "effect/ModuleVersion"

const ours = getCurrentVersion()

const parts = (version: string) => version.split(".").map(Number)

/**
 * Throws if a package runs on another copy of Effect than `@tollgate/core`, or on another version than 3.22 or a later 3. Values made
 * by one copy of Effect are not recognized by another.
 */
export const assertEffectVersion = (name: string, found: string): void => {
  const [major = 0, minor = 0] = parts(found)
  const install = "Install one for all that import it: npm install effect@3"
  if (major !== 3 || minor < 22)
    throw new Error(`${name} needs Effect 3.22 or a later 3, and found ${found}. ${install}`)
  if (found !== ours) throw new Error(`${name} found Effect ${found} and @tollgate/core Effect ${ours}. ${install}`)
}

assertEffectVersion("@tollgate/core", ours)
