import { setFlagsFromString } from "node:v8"

// Imported before everything else. The server lives on about 30 MiB, but V8 lets garbage pile up to several times that
// where a machine has memory to spare: 180 MiB resident after 100,000 requests. So the space for new objects does not
// grow, and the old ones are collected once they are a third more than what was live.
setFlagsFromString("--semi-space-growth-factor=1")
setFlagsFromString("--heap-growing-percent=30")
