import { existsSync, rmSync } from "node:fs"
import { locateFile } from "./locateFile.js"

/** Where the key of a database is kept when nobody says otherwise: beside it. Links to the database are followed. */
export const keyFileFor = (databaseFile: string): string => `${locateFile(databaseFile)}.key`

/** Stands beside a key from before the key is made until its database has been: a start that was killed can go on. */
export const pendingMarkerFor = (keyFile: string): string => `${keyFile}.new`

/** Whether a key stands here whose database was made once; the database is then missing if it is not there. */
export const hasUsedKey = (file: string): boolean =>
  existsSync(`${file}.key`) && !existsSync(pendingMarkerFor(`${file}.key`))

/** Called once a database is there: its key waits for it no more. */
export const removePendingMarker = (file: string): void => rmSync(pendingMarkerFor(`${file}.key`), { force: true })
