import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Registry {
  url: string
  close: () => Promise<void>
}

/** An npm registry on 127.0.0.1 that knows one package and sends everybody else on to `upstream`. */
export async function startRegistry(tarball: string, upstream: string): Promise<Registry> {
  const bytes = readFileSync(tarball)
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }),
  ) as {
    name: string
    version: string
  }
  let url = ''
  const document = () => ({
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: {
      [manifest.version]: {
        ...manifest,
        dist: {
          tarball: `${url}/-/package.tgz`,
          integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
        },
      },
    },
  })
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    if (path === '/-/package.tgz') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
    } else if (path === `/${manifest.name}`) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document()))
    } else {
      response.writeHead(302, { location: new URL(request.url ?? '/', upstream).href }).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
