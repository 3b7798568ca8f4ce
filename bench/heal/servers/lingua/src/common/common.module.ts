import { Global, Module } from '@nestjs/common';
import { loadSettings, SETTINGS } from '../config/settings';
import { Store } from './store';
import { Templates } from './templates';

@Global()
@Module({
  providers: [{ provide: SETTINGS, useFactory: () => loadSettings() }, Store, Templates],
  exports: [SETTINGS, Store, Templates],
})
export class CommonModule {}
