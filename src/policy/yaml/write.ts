import { stringify } from 'yaml'

/** A value as YAML the way golden files hold it: long texts unbroken, equal parts written out. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
