import { MenuService } from './menu-service.js';

export const menus = new MenuService();
export type { MenuItem } from './menu-service.js';
