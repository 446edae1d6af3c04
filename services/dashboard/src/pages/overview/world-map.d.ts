declare module 'virtual:world-map' {
  /** The countries of the world as SVG, by ISO 3166-1 alpha-2 codes. */
  export const map: {
    readonly width: number;
    readonly height: number;
    /** Countries with an outline; some parts have the code ''. */
    readonly areas: readonly { readonly code: string; readonly path: string }[];
    /** Countries that are too small for an outline. */
    readonly dots: readonly { readonly code: string; readonly x: number; readonly y: number }[];
  };
}
