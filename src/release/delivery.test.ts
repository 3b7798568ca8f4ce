import assert from 'node:assert/strict';
import test from 'node:test';
import { isPassing } from './delivery.ts';

const container = `1 0 0:1 / / rw,relatime - overlay overlay rw,lowerdir=/l
2 1 0:2 / /proc rw - proc proc rw
3 1 8:1 /data /srv/my\\040app rw,relatime shared:1 - ext4 /dev/sda1 rw
4 3 0:3 / /srv/my\\040app/tmp rw - tmpfs tmpfs rw`;

test('PRO-9 what lies in the layer of a container or in memory is lost at the next start, what lies on a volume is not', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['/app', true],
    ['/srv/my app', false],
    ['/srv/my app/src', false],
    ['/srv/my apps', true],
    ['/srv/my app/tmp/x', true],
  ];
  for (const [folder, passing] of cases) assert.equal(isPassing(folder, container), passing, folder);
  assert.equal(isPassing('/app', ''), false, 'where the system does not tell');
});
