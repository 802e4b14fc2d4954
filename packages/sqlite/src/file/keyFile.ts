import { existsSync, rmSync } from "node:fs"
import { locateFile } from "./locateFile.js"

/** The default path of a database's key file: beside the database. Links are followed. */
export const keyFileFor = (databaseFile: string): string => `${locateFile(databaseFile)}.key`

/** Exists from before the key is created until the database is, so that a start that was killed can be repeated. */
export const pendingMarkerFor = (keyFile: string): string => `${keyFile}.new`

/** Whether a key exists whose database has existed: then a missing database is lost. */
export const hasUsedKey = (file: string): boolean =>
  existsSync(`${file}.key`) && !existsSync(pendingMarkerFor(`${file}.key`))

/** Call this when the database exists. */
export const removePendingMarker = (file: string): void => rmSync(pendingMarkerFor(`${file}.key`), { force: true })
