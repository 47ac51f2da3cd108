import { readDocx } from '@gatehouse/parsing/read-docx'
import { readZip, readZipEntry } from '@gatehouse/parsing/read-zip'
import type { Surface } from '../engine/surface.ts'
import { checkDocx, surface as sound } from '../surfaces/docx.ts'

/** Limits an archive to twice the size that is allowed. */
export const surface: Surface = {
  ...sound,
  open: () =>
    checkDocx({
      readZip: (bytes, limits) =>
        readZip(bytes, { ...limits, inflatedBytesMax: 2 * limits.inflatedBytesMax }),
      readZipEntry,
      readDocx,
    }),
}
