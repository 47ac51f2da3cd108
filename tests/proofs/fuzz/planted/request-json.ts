import { scanRequestBody } from '@gatehouse/gateway/wire/scan-request-body'
import { spliceRequestBody } from '@gatehouse/gateway/wire/replace-model'
import type { Surface } from '../engine/surface.ts'
import { checkRequestJson, surface as sound } from '../surfaces/request-json.ts'

export const surface: Surface = {
  ...sound,
  open: () =>
    checkRequestJson({
      scan: scanRequestBody,
      // Trims the body, so that a byte of the caller is not forwarded.
      splice(body, scan, options) {
        const end = body.at(-1) === 0x20 ? body.length - 1 : body.length
        return spliceRequestBody(body.subarray(0, end), scan, options)
      },
    }),
}
