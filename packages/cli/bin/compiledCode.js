// Keeps compiled code from one start to the next, as `module.enableCompileCache` does on Node.js 22 and later.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { cachedDataVersionTag, deserialize, serialize } from "node:v8"
import { Script } from "node:vm"
import { crc32 } from "node:zlib"

/** The compiled parts by name, or none if the file is missing or damaged: V8 does not notice damage. */
const readParts = (file) => {
  try {
    const bytes = readFileSync(file)
    const parts = bytes.subarray(4)
    return bytes.readUInt32LE() === crc32(parts) ? deserialize(parts) : new Map()
  } catch {
    return new Map()
  }
}

const writeParts = (file, map) => {
  const parts = serialize(map)
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(parts))
  // Another process finds the whole file or none.
  writeFileSync(`${file}.${process.pid}`, Buffer.concat([sum, parts]))
  renameSync(`${file}.${process.pid}`, file)
}

/** Fails as `require` does. */
const readSource = (filename) => {
  try {
    return readFileSync(filename, "utf8")
  } catch {
    throw Object.assign(new Error(`Cannot find module '${filename}'`), { code: "MODULE_NOT_FOUND" })
  }
}

/**
 * Runs a CommonJS bundle whose parts are beside its main part. Compiled code is kept there in `.compiled`, a file for each first
 * argument, because commands load different parts. Where the folder cannot be written, everything is compiled at each start.
 */
export const runBundle = (main, argument = "") => {
  const folder = dirname(main)
  const mainCode = readSource(main)
  const command = /^[a-z-]{1,20}$/.test(argument) ? argument : "none"
  // The names of the other parts are hashes of their contents, and the main part has these names. V8 checks its version and flags again.
  const key = [command, crc32(mainCode), process.version, process.arch, cachedDataVersionTag()].join("-")
  const file = join(folder, ".compiled", key)
  const kept = readParts(file)
  const requireInstalled = createRequire(main)
  const loaded = new Map()
  let isComplete = true

  const load = (name, code) => {
    const filename = join(folder, name)
    const cachedData = kept.get(name)
    const script = new Script(`(function (module, exports, require, __filename) {${code}\n})`, { filename, cachedData })
    if (cachedData === undefined || script.cachedDataRejected) isComplete = false
    const module = { exports: {} }
    loaded.set(name, { module, script })
    script.runInThisContext()(module, module.exports, requirePart, filename)
    return module.exports
  }
  const requirePart = (id) => {
    if (!id.startsWith("./")) return requireInstalled(id)
    return loaded.get(id.slice(2))?.module.exports ?? load(id.slice(2), readSource(join(folder, id)))
  }

  process.once("exit", (code) => {
    // A command that was refused has not loaded what it needs.
    if (isComplete || code !== 0) return
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeParts(file, new Map([...loaded].map(([name, { script }]) => [name, script.createCachedData()])))
    } catch {
      // The folder is read-only, or the disk is full.
    }
  })
  load(basename(main), mainCode)
}
