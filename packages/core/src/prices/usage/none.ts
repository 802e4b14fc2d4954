/** Units of which each is 0. */
export const noUnits = { calls: 0, seconds: 0, characters: 0 }

/** A usage in which every part is 0. */
export const none = {
  input: 0,
  cache_read: 0,
  cache_write: 0,
  cache_write_hour: 0,
  output: 0,
  reasoning: 0,
  audio_input: 0,
  audio_output: 0,
  image_input: 0,
  image_output: 0,
  images: 0,
  units: noUnits
}
