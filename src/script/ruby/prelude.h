/* prelude.h: the Ruby that every script finds: made from script.rb. */
#ifndef SCRIPT_RUBY_PRELUDE_H
#define SCRIPT_RUBY_PRELUDE_H

extern const char script_ruby_prelude[];

#endif
