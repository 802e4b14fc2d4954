/** An endpoint of an image model, with every field. */
export const imageEndpoint = {
  provider_name: "Acme Cloud",
  provider_slug: "acme-cloud",
  provider_tag: "acme-cloud/eu",
  supported_parameters: {
    quality: { type: "enum", values: ["low", "high"] },
    steps: { type: "range", min: 1, max: 50 }
  },
  supports_streaming: true,
  pricing: [
    { billable: "output_image", unit: "image", cost_usd: 0.04, variant: "1024x1024" },
    { billable: "input_text", unit: "token", cost_usd: 3e-13 }
  ],
  allowed_passthrough_parameters: ["style_preset"]
}

/** A model with this endpoint. */
export const imageModel = {
  id: "acme/painter",
  name: "Painter",
  description: "",
  created: 0,
  architecture: { input_modalities: ["text"], output_modalities: ["image"] },
  supported_parameters: {},
  supports_streaming: false,
  endpoints: [imageEndpoint]
}
