import { Module } from '@nestjs/common';
import { findRootModule } from './find-root-module.js';

@Module({ imports: [] })
class AppModule {}

@Module({ imports: [] })
class OtherModule {}

class NoModule {}

describe('findRootModule', () => {
  it('takes the class itself', () => {
    expect(findRootModule(OtherModule)).toBe(OtherModule);
  });

  it.each([
    ['the default export', { default: OtherModule, AppModule }, OtherModule],
    ['the export AppModule', { OtherModule, AppModule }, AppModule],
    ['the only module', { OtherModule, NoModule, port: 3000 }, OtherModule],
    ['the only module, exported twice', { OtherModule, Same: OtherModule }, OtherModule],
  ])('takes %s of a file', (_, loaded, expected) => {
    expect(findRootModule(loaded)).toBe(expected);
  });

  it('passes over a default export that is no module', () => {
    expect(findRootModule({ default: NoModule, AppModule })).toBe(AppModule);
  });

  it('does not choose between several, and names them', () => {
    const load = () => findRootModule({ OtherModule, ThirdModule: AppModule });

    expect(load).toThrow('modules exported: OtherModule, ThirdModule');
  });

  it('says that there is none, and what to return instead', () => {
    expect(() => findRootModule({ NoModule })).toThrow(/modules exported: none\. .*import\(/);
  });
});
