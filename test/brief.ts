/**
 * Flags of Node.js for a process that runs for a second, as tests start it: it would spend a seventh of its time on optimizing code,
 * and a tenth on collecting little garbage.
 */
export const brief = ["--no-opt", "--max-semi-space-size=32", "--min-semi-space-size=32"]
