/** The position of a value in one line, from `start` to before `end`, in UTF-16 units of the line's text. */
export type SourceSpan = { line: number; start: number; end: number }
